# Homebrew: Formula/tak-toolkit.rb in a tap.
class TakToolkit < Formula
  desc "Engine, tools and libraries for the board game Tak"
  homepage "https://github.com/tak-toolkit/tak-toolkit"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  releases = "https://github.com/tak-toolkit/tak-toolkit/releases/download/v@VERSION@"
  on_macos do
    on_arm do
      url "#{releases}/tak-toolkit-@VERSION@-aarch64-apple-darwin.tar.xz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "#{releases}/tak-toolkit-@VERSION@-x86_64-apple-darwin.tar.xz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "#{releases}/tak-toolkit-@VERSION@-aarch64-unknown-linux-musl.tar.xz"
      sha256 "@SHA256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "#{releases}/tak-toolkit-@VERSION@-x86_64-unknown-linux-musl.tar.xz"
      sha256 "@SHA256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    # On Intel Macs each program has one for newer CPUs beside it.
    libexec.install Dir["tak-*"]
    %w[tak-engine tak-match tak-tools tak-train].each do |program|
      bin.install_symlink libexec/program
      bash_completion.install "completions/#{program}.bash" => program
      zsh_completion.install "completions/_#{program}"
      fish_completion.install "completions/#{program}.fish"
    end
    bin.install_symlink libexec/"tak-fastchess"
    man1.install Dir["man/*.1"]
  end

  test do
    assert_match "bestmove", pipe_output(bin/"tak-engine", "teinewgame 5\ngo nodes 100\n")
  end
end
